package io.expunge.store;

import io.expunge.catalog.NotInjective;
import io.expunge.tenant.TenantId;
import java.util.Set;

/**
 * One resource of a real store, filled and looked into by code that shares nothing with the adapter, so that a mistake
 * of the adapter's can't hide itself.
 *
 * <p>The fixture hands out a fresh, empty resource before each test, in which the registry knows nobody.
 */
public interface StoreUnderTest {

    /** The tested resource at its primary location. */
    Scope scope();

    /** What this layout or its eraser can't do. Each declaration is tested, too. */
    Set<Limitation> limitations();

    Eraser eraser();

    Probe probe();

    Surveyor surveyor();

    /** An eraser of the same store, sent to where nothing listens. */
    Eraser unreachableEraser();

    Probe unreachableProbe();

    /** An eraser whose login is known to the store and may not touch the resource. */
    Eraser powerlessEraser();

    Probe powerlessProbe();

    /**
     * How the id is written in this layout.
     *
     * @throws NotInjective if the layout can't hold it
     */
    String storedId(TenantId tenant);

    /** Adds items of the tenant; a layout without generations ignores which one. */
    void put(TenantId tenant, int generation, int items);

    /** Adds items of the tenant that carry no generation. Not called where the layout can't hold such. */
    void putWithoutGeneration(TenantId tenant, int items);

    /** Changes one byte in a value of one of the tenant's items. */
    void changeOneByte(TenantId tenant);

    /** A digest over keys and values of all that the tenant has, of every generation. */
    String digestOf(TenantId tenant);

    /** Items of the tenant, of every generation. */
    long countOf(TenantId tenant);

    /** The registry says from now on that the tenant lives at this generation. */
    void open(TenantId tenant, int generation);

    /** The registry says from now on that the tenant is closed at this generation. */
    void close(TenantId tenant, int generation);

    default boolean can(Limitation limitation) {
        return !limitations().contains(limitation);
    }

    default Subject subject(TenantId tenant, int generation) {
        return new Subject(tenant, generation, storedId(tenant));
    }
}
