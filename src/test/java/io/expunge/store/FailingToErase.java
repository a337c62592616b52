package io.expunge.store;

import static io.expunge.store.Tenants.ACME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.expunge.catalog.OnReopen;
import io.expunge.tenant.TenantId;
import org.junit.jupiter.api.Test;

/** What can't be done is said in codes, and changes nothing. */
public interface FailingToErase extends StoreContract {

    @Test
    default void an_unreachable_store_is_unavailable() {
        Slice slice = Pass.slice(store(), store().subject(ACME, 1), ResumePoint.START, 10, OnReopen.STOP);

        try (Eraser eraser = store().unreachableEraser()) {
            assertThat(catchThrowable(() -> eraser.erase(slice))).isInstanceOf(StoreException.Unavailable.class);
            assertThat(catchThrowable(eraser::horizon)).isInstanceOf(StoreException.Unavailable.class);
            assertThat(catchThrowable(eraser::position)).isInstanceOf(StoreException.Unavailable.class);
        }
    }

    @Test
    default void a_missing_right_is_a_refusal_and_removes_nothing() {
        if (!store().can(Limitation.CHECK_RIGHTS)) {
            return;
        }
        store().put(ACME, 1, 5);
        store().close(ACME, 1);
        Slice slice = Pass.slice(store(), store().subject(ACME, 1), ResumePoint.START, 10, OnReopen.STOP);

        try (Eraser eraser = store().powerlessEraser()) {
            SliceOutcome outcome = Pass.outcome(eraser.erase(slice));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SliceOutcome.Refused.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.DENIED));
        }
        assertThat(store().countOf(ACME)).isEqualTo(5);
    }

    @Test
    default void an_exception_holds_no_id_and_no_cause() {
        TenantId odd = new TenantId("zq7-marker-9xk");
        Slice slice = Pass.slice(store(), store().subject(odd, 1), ResumePoint.START, 10, OnReopen.STOP);

        try (Eraser eraser = store().unreachableEraser()) {
            StoreException failure = catchThrowableOfType(StoreException.class, () -> eraser.erase(slice));

            assertThat(failure).hasNoCause().hasNoSuppressedExceptions();
            assertThat(failure.getMessage()).doesNotContain(odd.value());
        }
    }
}
