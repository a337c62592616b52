package io.expunge.store;

import io.expunge.catalog.Catalog;
import io.expunge.catalog.ResourceType;
import io.expunge.catalog.StoreDeclaration;
import io.expunge.tenant.RegistryTable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The stores as one purpose enters them: opened when first asked for, with that purpose's logins, closed together. Whoever
 * erases and whoever verifies has an object of this class each. Two catalogs that declare a store differently, with another
 * identity say, have one each.
 */
public final class Stores implements AutoCloseable {

    private final Map<ResourceType, StoreConnector> connectors;
    private final Function<String, StoreAccess> access;
    private final Map<StoreDeclaration, Eraser> erasers = new ConcurrentHashMap<>();
    private final Map<StoreDeclaration, Probe> probes = new ConcurrentHashMap<>();
    private final Map<StoreDeclaration, Surveyor> surveyors = new ConcurrentHashMap<>();
    private final Map<Registry, TenantRegistry> registries = new ConcurrentHashMap<>();

    private record Registry(StoreDeclaration store, RegistryTable table) {}

    /** @param access where a store of that name is, and with which login it is entered */
    public Stores(List<StoreConnector> connectors, Function<String, StoreAccess> access) {
        this.connectors = connectors.stream().collect(Collectors.toMap(StoreConnector::type, Function.identity()));
        this.access = access;
    }

    public Eraser eraser(Catalog catalog, String store) {
        return erasers.computeIfAbsent(
                declared(catalog, store),
                declaration -> connector(declaration).eraser(declaration, access.apply(store)));
    }

    public Probe probe(Catalog catalog, String store) {
        return probes.computeIfAbsent(
                declared(catalog, store),
                declaration -> connector(declaration).probe(declaration, access.apply(store)));
    }

    public Surveyor surveyor(Catalog catalog, String store) {
        return surveyors.computeIfAbsent(
                declared(catalog, store),
                declaration -> connector(declaration).surveyor(declaration, access.apply(store)));
    }

    /** The application's registry of tenants. */
    public TenantRegistry registry(Catalog catalog) {
        String store = catalog.registry().store();
        return registries.computeIfAbsent(
                new Registry(declared(catalog, store), catalog.registry()),
                registry ->
                        connector(registry.store()).registry(registry.store(), access.apply(store), registry.table()));
    }

    /** The login with which a store is entered, for the evidence. */
    public String login(String store) {
        return access.apply(store).user();
    }

    /**
     * The address at which a store is reached, as a hash: without its login and its options, so that it is the same for all who
     * go there.
     */
    public String endpoint(String store) {
        String url = access.apply(store).url();
        String address = url.substring(0, url.indexOf('?') < 0 ? url.length() : url.indexOf('?'))
                .replaceFirst("//[^/@]*@", "//");
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(address.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static StoreDeclaration declared(Catalog catalog, String store) {
        StoreDeclaration declaration = catalog.stores().get(store);
        if (declaration == null) {
            throw new IllegalArgumentException("the catalog has no store " + store);
        }
        return declaration;
    }

    private StoreConnector connector(StoreDeclaration store) {
        StoreConnector connector = connectors.get(store.type());
        if (connector == null) {
            throw new IllegalArgumentException("no adapter for " + store.type().label());
        }
        return connector;
    }

    @Override
    public void close() {
        erasers.values().forEach(Eraser::close);
        probes.values().forEach(Probe::close);
        surveyors.values().forEach(Surveyor::close);
        registries.values().forEach(TenantRegistry::close);
    }
}
