/**
 * When things run: cron expressions, windows, times of day, and what follows from them for one run. Pure values; tells no
 * time and starts nothing.
 *
 * <p>Owns no table. Knows neither what runs nor who starts it: cron, a Kubernetes CronJob and {@code serve} mean the same.
 */
@NullMarked
package io.expunge.schedule;

import org.jspecify.annotations.NullMarked;
