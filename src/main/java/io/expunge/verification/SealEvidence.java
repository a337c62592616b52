package io.expunge.verification;

import io.expunge.evidence.EvidenceLedger;
import io.expunge.evidence.Seal;
import io.expunge.execution.RunParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/** Fourth step: closes the run's evidence before anything is decided on it. */
final class SealEvidence implements Tasklet {

    private static final Logger LOG = LoggerFactory.getLogger(SealEvidence.class);

    private final EvidenceLedger evidence;

    SealEvidence(EvidenceLedger evidence) {
        this.evidence = evidence;
    }

    @Override
    public RepeatStatus execute(StepContribution contribution, ChunkContext context) {
        Seal seal =
                evidence.seal(RunParameters.of(contribution.getStepExecution()).runId());
        LOG.info(
                "evidence of run {} sealed: position {}, {} leaves, root {}",
                seal.runId(),
                seal.chainPosition(),
                seal.leafCount(),
                seal.merkleRoot());
        return RepeatStatus.FINISHED;
    }
}
