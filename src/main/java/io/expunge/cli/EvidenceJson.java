package io.expunge.cli;

import io.expunge.report.EvidenceRecord;
import io.expunge.report.EvidenceRecord.Seal;
import io.expunge.report.JobOverview;
import java.util.List;

/** Evidence as programs read it; keys are never taken away or renamed. */
final class EvidenceJson {

    private EvidenceJson() {}

    static Json of(JobOverview job, List<EvidenceRecord> evidence) {
        return Json.object()
                .with("jobId", job.jobId())
                .with("state", job.state())
                .with("generation", job.generation())
                .with("tenantRef", job.tenant().value())
                .with("referenceKey", job.tenant().keyName())
                .with("looks", evidence.size())
                .with("evidence", evidence.stream().map(EvidenceJson::look).toList());
    }

    private static Object look(EvidenceRecord look) {
        return Json.object()
                .with("evidenceId", look.evidenceId())
                .with("runId", look.runId())
                .with("taskId", look.taskId())
                .with("resource", look.resource())
                .with("location", look.location())
                .with("round", look.round())
                .with("look", look.look())
                .with("verdict", look.verdict())
                .with("gapCode", look.gapCode())
                .with("storeCode", look.storeCode())
                .with("residue", look.residue())
                .with("ungenerated", look.ungenerated())
                .with("later", look.later())
                .with("baseline", look.baseline())
                .with("control", look.control())
                .with("probe", look.probe())
                .with("credentials", look.credentials())
                .with("fence", look.fence())
                .with("erasedPosition", look.erasedPosition())
                .with("probePosition", look.probePosition())
                .with("planHash", look.planHash())
                .with("policyVersion", look.policyVersion())
                .with("catalogHash", look.catalogHash())
                .with("softwareVersion", look.softwareVersion())
                .with("requestedAt", look.requestedAt())
                .with("observedAt", look.observedAt())
                .with("rowHash", look.rowHash())
                .with("seal", look.seal().map(EvidenceJson::seal))
                .values();
    }

    private static Object seal(Seal seal) {
        return Json.object()
                .with("chainPosition", seal.chainPosition())
                .with("merkleRoot", seal.merkleRoot())
                .with("sealHash", seal.sealHash())
                .with("sealedAt", seal.sealedAt())
                .values();
    }
}
