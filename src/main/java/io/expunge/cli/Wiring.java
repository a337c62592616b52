package io.expunge.cli;

import io.expunge.store.StoreConnector;
import io.expunge.store.opensearch.OpenSearchConnector;
import io.expunge.store.postgresql.PostgresConnector;
import io.expunge.store.redis.RedisConnector;
import io.expunge.store.s3.S3Connector;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;

/** What a batch job meets the world through: the adapters and the control database. A test puts something between. */
public interface Wiring {

    /** As it is shipped. */
    Wiring DIRECT = new Wiring() {};

    /** One for each kind of store. */
    default List<StoreConnector> connectors(Clock clock) {
        return List.of(
                new PostgresConnector(clock),
                new S3Connector(clock),
                new OpenSearchConnector(clock),
                new RedisConnector(clock));
    }

    /** Connections to the control database that nobody shares. */
    default DataSource control(DatabaseLogin login) {
        return Databases.dataSource(login);
    }
}
