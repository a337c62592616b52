package io.expunge.acceptance;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Ways in which one item of {@code initech} can come back after it was erased, as some forgotten process writes it. */
enum Comeback {
    ROW("main.accounts@primary"),
    OBJECT_VERSION("objects.files@primary"),
    OBJECT_VERSION_IN_THE_REPLICA("objects.files@replica"),
    DOCUMENT("search.tickets@primary"),
    KEY("cache.keys@primary");

    private final String place;

    Comeback(String place) {
        this.place = place;
    }

    /** Resource and location in which it is then found. */
    String place() {
        return place;
    }

    void happen(World world) {
        switch (this) {
            case ROW ->
                world.saas()
                        .sql("INSERT INTO public.accounts SELECT id + 920000000, 'initech', 1, name, billing_email,"
                                + " country, created_at FROM public.accounts ORDER BY id LIMIT 1")
                        .update();
            case OBJECT_VERSION -> put(world, world.stores().objects().bucket());
            case OBJECT_VERSION_IN_THE_REPLICA ->
                put(world, world.stores().objects().replicaBucket());
            case DOCUMENT ->
                world.search()
                        .send(
                                "PUT",
                                "/tickets/_doc/initech-0",
                                "{\"tenant\":\"initech\",\"generation\":1,\"subject\":\"late\"}");
            case KEY -> {
                try (RedisClient client = RedisClient.create(world.stores().redis());
                        StatefulRedisConnection<String, String> connection = client.connect()) {
                    connection.sync().set("t:initech:g1:session:late", "late");
                }
            }
        }
    }

    private static void put(World world, String bucket) {
        try (S3Client s3 = world.stores().objects().client()) {
            s3.putObject(
                    request -> request.bucket(bucket).key("tenants/initech/g1/attachments/late.txt"),
                    RequestBody.fromString("late"));
        }
    }
}
