package io.expunge.report;

import io.expunge.deletion.BlockReason;
import io.expunge.deletion.ErrorNote;
import io.expunge.deletion.JobState;
import io.expunge.tenant.TenantReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files of one job, as the views would answer them. */
final class CaseFiles {

    static final Instant NOW = Instant.parse("2026-11-30T10:30:00Z");
    static final Instant SINCE = Instant.parse("2026-11-30T10:00:00Z");

    private final JobState state;
    private String stage = "STAGE";
    private int round = 1;
    private Optional<BlockReason> reason = Optional.empty();
    private Optional<Integer> generationMet = Optional.empty();
    private Instant notBefore = SINCE;
    private Optional<Instant> retryAt = Optional.empty();
    private Optional<Instant> lookAt = Optional.empty();
    private Optional<Instant> expectedAt = Optional.empty();
    private Optional<Instant> leaseUntil = Optional.empty();
    private Optional<ErrorNote> error = Optional.empty();
    private Outlook outlook =
            new Outlook(0, 0, Optional.empty(), Optional.of(Duration.ofMinutes(15)), false, Optional.empty());
    private final List<GateGap> missing = new ArrayList<>();
    private final List<EvidenceRecord> looks = new ArrayList<>();
    private final List<DriftSearch> drift = new ArrayList<>();

    private CaseFiles(JobState state) {
        this.state = state;
    }

    static CaseFiles of(JobState state) {
        return new CaseFiles(state);
    }

    static CaseFiles blocked(BlockReason reason) {
        CaseFiles file = new CaseFiles(JobState.BLOCKED);
        file.reason = Optional.of(reason);
        return file;
    }

    CaseFiles notBefore(String time) {
        notBefore = Instant.parse(time);
        return this;
    }

    CaseFiles leaseUntil(String time) {
        leaseUntil = Optional.of(Instant.parse(time));
        return this;
    }

    CaseFiles retryAt(String time) {
        retryAt = Optional.of(Instant.parse(time));
        return this;
    }

    CaseFiles lookAt(String time, String expected) {
        lookAt = Optional.of(Instant.parse(time));
        expectedAt = Optional.of(Instant.parse(expected));
        return this;
    }

    CaseFiles error(String store, String errorClass, String code) {
        error = Optional.of(new ErrorNote(store, errorClass, code));
        return this;
    }

    CaseFiles foundAgain() {
        stage = "FOUND_AGAIN";
        round = 2;
        return this;
    }

    CaseFiles met(int generation) {
        generationMet = Optional.of(generation);
        return this;
    }

    CaseFiles waited(int waits, String since) {
        outlook = new Outlook(
                waits,
                outlook.unknownLooks(),
                Optional.of(Instant.parse(since)),
                outlook.secondLook(),
                outlook.held(),
                outlook.pausedStore());
        return this;
    }

    CaseFiles blindLooks(int number) {
        outlook = new Outlook(0, number, Optional.empty(), outlook.secondLook(), false, Optional.empty());
        return this;
    }

    CaseFiles held() {
        outlook = new Outlook(0, 0, Optional.empty(), outlook.secondLook(), true, Optional.empty());
        return this;
    }

    CaseFiles paused(String store) {
        outlook = new Outlook(0, 0, Optional.empty(), outlook.secondLook(), false, Optional.of(store));
        return this;
    }

    CaseFiles withoutSecondLook() {
        outlook = new Outlook(0, 0, Optional.empty(), Optional.empty(), false, Optional.empty());
        return this;
    }

    CaseFiles lacks(String store, String resource, String missingThing) {
        missing.add(new GateGap(Optional.of(store), Optional.of(resource), Optional.of("primary"), missingThing));
        return this;
    }

    CaseFiles lacksAPlan() {
        missing.add(new GateGap(Optional.empty(), Optional.empty(), Optional.empty(), "the plan has no required task"));
        return this;
    }

    CaseFiles look(String run, String verdict, String at) {
        looks.add(new EvidenceRecord(
                looks.size() + 1,
                run,
                "dt_1",
                "main.tickets",
                "primary",
                round,
                looks.size() + 1,
                verdict,
                Optional.empty(),
                Optional.empty(),
                Optional.of(0L),
                Optional.of(0L),
                Optional.of(0L),
                Optional.of(1L),
                "SEEN",
                "",
                "",
                "predicate",
                "",
                "",
                "",
                "",
                "",
                "",
                Instant.parse(at),
                Instant.parse(at),
                "",
                Optional.empty()));
        return this;
    }

    CaseFiles searched(String store, String outcome, Optional<String> code, String findings) {
        drift.add(new DriftSearch(store, outcome, code, findings, Instant.parse("2026-11-30T10:20:00Z")));
        return this;
    }

    CaseFile file() {
        JobOverview job = new JobOverview(
                "dj_1",
                new TenantReference("key", "0".repeat(64)),
                1,
                state,
                reason,
                generationMet,
                stage,
                round,
                SINCE,
                "CONTRACT_ENDED",
                Optional.empty(),
                "somebody",
                Instant.parse("2026-11-30T09:00:00Z"),
                notBefore,
                retryAt,
                lookAt,
                NOW,
                expectedAt,
                error,
                Optional.of("nightly"),
                leaseUntil,
                state == JobState.VERIFIED ? Optional.of(SINCE) : Optional.empty(),
                "sha256:0",
                0,
                0,
                0);
        return new CaseFile(job, missing, looks, outlook, drift);
    }
}
