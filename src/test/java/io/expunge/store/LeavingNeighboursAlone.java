package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;

import io.expunge.tenant.TenantId;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** I2: an erasure touches nothing of another tenant, however alike the ids look. */
public interface LeavingNeighboursAlone extends StoreContract {

    @Test
    default void erasing_a_tenant_changes_no_byte_of_a_neighbour() {
        for (TenantId erased : Tenants.HOSTILE) {
            Tenants.HOSTILE.forEach(tenant -> {
                if (store().countOf(tenant) == 0) {
                    store().put(tenant, 1, 6);
                    store().open(tenant, 1);
                }
            });
            store().close(erased, 1);
            Map<TenantId, String> before = digestsOfAllBut(erased);

            Pass pass = Pass.over(store(), erased, 1, 4);

            assertThat(pass.deleted()).as("items of [%s]", erased.value()).isEqualTo(6);
            assertThat(store().countOf(erased))
                    .as("left of [%s]", erased.value())
                    .isZero();
            assertThat(digestsOfAllBut(erased))
                    .as("neighbours of [%s]", erased.value())
                    .isEqualTo(before);
        }
    }

    @Test
    default void a_digest_notices_one_changed_byte() {
        store().put(ACME, 1, 6);
        String before = store().digestOf(ACME);

        store().changeOneByte(ACME);

        assertThat(store().digestOf(ACME)).isNotEqualTo(before);
    }

    private Map<TenantId, String> digestsOfAllBut(TenantId erased) {
        Map<TenantId, String> digests = new HashMap<>();
        Tenants.HOSTILE.stream()
                .filter(tenant -> !tenant.equals(erased))
                .forEach(tenant -> digests.put(tenant, store().digestOf(tenant)));
        return digests;
    }
}
