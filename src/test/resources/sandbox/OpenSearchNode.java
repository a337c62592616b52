import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One OpenSearch node without a security plugin, for {@code OpenSearchServer}, which starts this file as it is: what it
 * needs is not on the class path of the tests.
 *
 * <p>Takes a folder and a port. Ends when its standard input does, and so with whoever started it, however that ended.
 */
public final class OpenSearchNode {

    private OpenSearchNode() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Node node = new ClassPathNode(settings(folder, arguments[1]));
        Thread parent = new Thread(() -> endWith(node), "parent");
        parent.start();
        node.start();
    }

    private static Settings settings(Path folder, String port) {
        return Settings.builder()
                .put("cluster.name", "expunge-sandbox")
                .put("node.name", "expunge-sandbox")
                .put("path.home", folder.toString())
                .put("path.data", folder.resolve("data").toString())
                .put("path.repo", folder.resolve("snapshots").toString())
                .put("network.host", "127.0.0.1")
                .put("http.port", port)
                .put("transport.port", "0")
                .put("discovery.type", "single-node")
                // A disk that is nearly full for reasons of its own would leave shards unassigned or block writing.
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .put("cluster.max_shards_per_node", 5_000)
                .build();
    }

    private static void endWith(Node node) {
        try {
            while (System.in.read() >= 0) {
                // Whatever is said, it is not the end.
            }
        } catch (IOException gone) {
            // As good as the end.
        }
        try {
            node.close();
        } catch (IOException failure) {
            failure.printStackTrace();
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private static final class ClassPathNode extends Node {
        ClassPathNode(Settings settings) {
            super(
                    InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "expunge-sandbox"),
                    List.of(Netty4Plugin.class, ReindexPlugin.class, PainlessPlugin.class, CommonAnalysisPlugin.class),
                    true);
        }
    }
}
