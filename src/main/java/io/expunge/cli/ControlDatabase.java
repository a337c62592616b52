package io.expunge.cli;

import java.time.Duration;
import javax.sql.DataSource;

/**
 * The control database as one batch job enters it.
 *
 * @param connections opens connections that no pool shares
 * @param workers partitions that the job works on at the same time
 * @param lease how long a deletion job stays taken after the last renewal
 * @param heartbeat time between renewals
 */
record ControlDatabase(DataSource connections, boolean isPostgres, int workers, Duration lease, Duration heartbeat) {}
