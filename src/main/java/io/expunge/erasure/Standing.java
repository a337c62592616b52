package io.expunge.erasure;

import io.expunge.deletion.BlockReason;
import io.expunge.plan.Excess;
import java.util.Optional;

/** Whether a task's next slice may be sent. */
sealed interface Standing {

    /** It may. */
    record Clear() implements Standing {}

    /** Somebody else has the job; nothing is written. */
    record TakenOver() implements Standing {}

    /** Work on the store is paused. */
    record Paused() implements Standing {}

    /** More would be erased than the catalog allows without an approval. */
    record Capped(Excess excess) implements Standing {}

    /** A store that is needed is known to be out; nobody waits for it. */
    record Out(String store) implements Standing {}

    /** A person has to help first. */
    record Barred(BlockReason reason, Optional<Integer> generationMet) implements Standing {}
}
