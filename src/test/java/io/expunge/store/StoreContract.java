package io.expunge.store;

/** What every contract needs: a store, fresh for each test. */
public interface StoreContract {

    StoreUnderTest store();
}
