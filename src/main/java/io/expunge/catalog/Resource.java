package io.expunge.catalog;

import java.util.List;

/**
 * One catalogued thing that holds tenants' data: a table, a key pattern.
 *
 * @param id stable name, such as {@code main.tickets}; appears in tasks and evidence
 * @param store name of the store of its primary location
 * @param derivedFrom ids of the resources from which this one is made; none for what is made from nothing
 * @param references ids of the resources of the same store that this one points to by foreign key, itself included for a
 *     self-reference; they are erased after it
 * @param locations the primary first, then the replicas
 * @param required whether a job can be verified without it
 * @param owner who is told when something here needs a person
 */
public record Resource(
        String id,
        String store,
        ResourceType type,
        Ownership ownedBy,
        IdForm idForm,
        List<String> derivedFrom,
        List<String> references,
        Disposition disposition,
        FenceKind fence,
        VerifyPolicy verify,
        List<Location> locations,
        boolean required,
        String owner,
        Limits limits) {

    public Resource {
        derivedFrom = List.copyOf(derivedFrom);
        references = List.copyOf(references);
        locations = List.copyOf(locations);
    }
}
