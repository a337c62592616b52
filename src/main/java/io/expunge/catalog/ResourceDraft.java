package io.expunge.catalog;

import io.expunge.catalog.yaml.YamlMapping;
import java.util.List;
import java.util.Optional;

/**
 * A resource as it stands in a file, before the rest of the catalog says what it leaves open.
 *
 * @param at where it stands
 * @param idForm as written; none means verbatim, or the parent's for rows that are found through a parent
 * @param fence as written; none means the strongest that the layout gives
 * @param replicas the locations beyond the primary
 */
record ResourceDraft(
        YamlMapping at,
        String id,
        String store,
        Ownership ownedBy,
        Optional<IdForm> idForm,
        List<String> derivedFrom,
        List<String> references,
        Disposition disposition,
        Optional<FenceKind> fence,
        VerifyPolicy verify,
        List<Location> replicas,
        boolean required,
        String owner,
        Limits limits) {}
