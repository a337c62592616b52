package io.expunge.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads the views with a tool of their own finds every column explained. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CommentedViewsIT {

    @TempDir
    Path folder = Path.of("");

    @Test
    void every_column_of_every_view_is_commented() {
        World world = World.fresh(folder);

        assertThat(world.control().sql("""
                                SELECT class.relname || '.' || attribute.attname
                                FROM pg_class class
                                JOIN pg_attribute attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0
                                WHERE class.relnamespace = 'expunge'::regnamespace
                                  AND class.relkind = 'v'
                                  AND col_description(class.oid, attribute.attnum) IS NULL
                                """).query(String.class).list()).isEmpty();
        assertThat(world.control()
                        .sql("SELECT COUNT(*) FROM information_schema.views WHERE table_schema = 'expunge'")
                        .query(Long.class)
                        .single())
                .isGreaterThanOrEqualTo(5);
    }
}
