package io.expunge.serve;

import java.util.Properties;
import javax.sql.DataSource;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.application.AvailabilityHealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;

/** A scheduler over the control database, and a web server that answers for its health; by name, nothing else. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    ApplicationAvailabilityAutoConfiguration.class,
    AvailabilityHealthContributorAutoConfiguration.class,
    AvailabilityProbesAutoConfiguration.class,
    ConfigurationPropertiesAutoConfiguration.class,
    DataSourceHealthContributorAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    EndpointAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    HealthContributorAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class,
    HealthEndpointAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    LifecycleAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    PropertyPlaceholderAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    WebMvcHealthEndpointExtensionAutoConfiguration.class
})
class ServeConfiguration {

    /** One for each kind of work, and one for what is taken over from another node. */
    private static final int THREADS = 4;

    private static final int CHECK_IN_MILLIS = 3_000;

    /** How soon a node at the latest sees what another has scheduled. */
    private static final int LOOKS_EVERY_MILLIS = 10_000;

    /** Late by more than this, a fire was missed. */
    private static final int MISSED_AFTER_MILLIS = 60_000;

    @Bean
    SchedulerFactoryBean scheduler(DataSource dataSource, FiredWork work) {
        SchedulerFactoryBean scheduler = new SchedulerFactoryBean();
        scheduler.setSchedulerName("expunge");
        scheduler.setDataSource(dataSource);
        scheduler.setQuartzProperties(properties());
        scheduler.setJobFactory((bundle, quartz) ->
                new FireJob(Fire.valueOf(bundle.getJobDetail().getKey().getName()), work));
        // Once its times are written.
        scheduler.setAutoStartup(false);
        return scheduler;
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        properties.setProperty("org.quartz.scheduler.idleWaitTime", String.valueOf(LOOKS_EVERY_MILLIS));
        properties.setProperty("org.quartz.threadPool.threadCount", String.valueOf(THREADS));
        properties.setProperty("org.quartz.jobStore.isClustered", "true");
        properties.setProperty("org.quartz.jobStore.clusterCheckinInterval", String.valueOf(CHECK_IN_MILLIS));
        properties.setProperty("org.quartz.jobStore.misfireThreshold", String.valueOf(MISSED_AFTER_MILLIS));
        properties.setProperty("org.quartz.jobStore.tablePrefix", "expunge.QRTZ_");
        properties.setProperty(
                "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
        // Strings: nobody makes this process run what was written into a table.
        properties.setProperty("org.quartz.jobStore.useProperties", "true");
        return properties;
    }

    @Bean
    HealthIndicator schedulerHealthIndicator(Scheduler scheduler) {
        return () -> isFiring(scheduler) ? Health.up().build() : Health.down().build();
    }

    private static boolean isFiring(Scheduler scheduler) {
        try {
            return scheduler.isStarted() && !scheduler.isInStandbyMode() && !scheduler.isShutdown();
        } catch (SchedulerException failed) {
            return false;
        }
    }
}
