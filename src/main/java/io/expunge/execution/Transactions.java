package io.expunge.execution;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** How work stands to the transaction of the chunk around it. */
public final class Transactions {

    private Transactions() {}

    /** Of its own: it stays although the chunk is rolled back. */
    public static TransactionTemplate apart(PlatformTransactionManager manager) {
        return template(manager, TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    /** In none: the chunk's is suspended, and no connection is held afterwards. */
    public static TransactionTemplate outside(PlatformTransactionManager manager) {
        return template(manager, TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
    }

    private static TransactionTemplate template(PlatformTransactionManager manager, int propagation) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        return template;
    }
}
