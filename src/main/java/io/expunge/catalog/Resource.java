package io.expunge.catalog;

import io.expunge.tenant.TenantId;
import java.util.List;
import java.util.Map;

/**
 * One catalogued thing that holds tenants' data: a table, a prefix of objects, a search index, a key pattern.
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

    /**
     * The tenant's id as it is written in this resource.
     *
     * <p>A form that writes the delimiter of a key pattern or prefix as it stands (verbatim, lower, an attribute) rests on the application
     * never admitting an id that holds it: such an id is refused here, but keys of one that was admitted would read as
     * another tenant's. Percent-encoding with a delimiter that it never writes has no such gap.
     *
     * @param attributes columns of the tenant's registry row that the catalog names
     * @throws NotInjective if the id can't be written here without risk of meaning another tenant
     */
    public String storedId(TenantId tenant, Map<String, String> attributes) {
        String written = idForm.write(tenant, attributes);
        if (ownedBy instanceof Ownership.Named names && written.contains(names.delimiter())) {
            throw new NotInjective(idForm.label(), "it holds the delimiter of the " + names.word() + " of " + id);
        }
        if (ownedBy instanceof Ownership.ObjectPrefix objects && !objects.leavesRoomFor(written)) {
            throw new NotInjective(idForm.label(), "the keys of " + id + " would be longer than S3 allows");
        }
        return written;
    }

    /** In which wave of an erasure the resource's turn comes. */
    public Wave wave() {
        if (type == ResourceType.BACKUP) {
            return Wave.BACKUP;
        }
        return derivedFrom.isEmpty() ? Wave.PRIMARY : Wave.DERIVED;
    }
}
