package io.expunge.cli;

import io.expunge.deadletter.DeadLetter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How dead letters are shown. */
final class DeadLetterTexts {

    private DeadLetterTexts() {}

    static void list(List<DeadLetter> letters, PrintWriter out) {
        Table table = Table.of(
                "letter",
                "job",
                "resource",
                "store",
                "class",
                "code",
                ">times",
                "owner",
                "opened",
                "last",
                "closed",
                "as");
        for (DeadLetter letter : letters) {
            table.row(
                    letter.id(),
                    letter.jobId(),
                    letter.resourceId() + "@" + letter.location(),
                    letter.error().store(),
                    letter.error().errorClass(),
                    letter.error().code(),
                    letter.times(),
                    letter.owner(),
                    Texts.time(letter.openedAt()),
                    Texts.time(letter.lastAt()),
                    Texts.time(letter.closedAt()),
                    Texts.or(letter.resolution()));
        }
        table.print(out);
    }

    static void one(DeadLetter letter, PrintWriter out) {
        out.println(letter.id() + " " + (letter.isOpen() ? "open" : Texts.or(letter.resolution())) + ": "
                + letter.resourceId() + "@" + letter.location() + " of " + letter.jobId());
        out.println("  met     " + letter.error().store() + " " + letter.error().errorClass() + " "
                + letter.error().code() + ", " + letter.times() + (letter.times() == 1 ? " time" : " times")
                + ", last in round " + letter.round());
        out.println("  about   "
                + letter.itemHash().map(hash -> "one item, " + hash).orElse("the task as a whole"));
        out.println("  owner   " + letter.owner());
        out.println("  opened  " + Texts.time(letter.openedAt()) + ", last met " + Texts.time(letter.lastAt()));
        letter.closedAt().ifPresent(at -> out.println("  closed  " + Texts.time(at)));
        if (letter.isOpen()) {
            out.println("next: mend what it met, then scripts/expunge dead-letter retry " + letter.id());
            out.println("  or: scripts/expunge dead-letter waive " + letter.id()
                    + (letter.itemHash().isPresent() ? "" : " --items N")
                    + " --reason-code CODE --until DATE, by an approver");
        }
    }

    static Map<String, @Nullable Object> json(DeadLetter letter) {
        return Json.object()
                .with("id", letter.id().toString())
                .with("jobId", letter.jobId())
                .with("taskId", letter.taskId())
                .with("resource", letter.resourceId())
                .with("location", letter.location())
                .with("round", letter.round())
                .with("store", letter.error().store())
                .with("errorClass", letter.error().errorClass())
                .with("errorCode", letter.error().code())
                .with("itemHash", letter.itemHash())
                .with("owner", letter.owner())
                .with("times", letter.times())
                .with("openedAt", letter.openedAt())
                .with("lastAt", letter.lastAt())
                .with("closedAt", letter.closedAt())
                .with("resolution", letter.resolution())
                .values();
    }
}
