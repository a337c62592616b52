package io.expunge.store.opensearch;

import io.expunge.store.ResumePoint;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** At which of a resource's indices a pass is. Means something for the same set of indices only. */
final class IndexPoint {

    private static final int DIGEST = 16;

    private final String set;
    private final List<OwnedIndex> indices;

    IndexPoint(List<OwnedIndex> indices) {
        this.indices = indices;
        this.set = Digest.of(indices.stream().map(OwnedIndex::uuid).toList());
    }

    ResumePoint at(int index) {
        return new ResumePoint(set + "/" + indices.get(index).uuid());
    }

    /** Where the pass goes on; nothing if an index came or went, so that it has to start over. */
    OptionalInt resume(ResumePoint from) {
        if (from.isStart()) {
            return OptionalInt.of(0);
        }
        if (!from.value().startsWith(set + "/")) {
            return OptionalInt.empty();
        }
        String uuid = from.value().substring(DIGEST + 1);
        return IntStream.range(0, indices.size())
                .filter(index -> indices.get(index).uuid().equals(uuid))
                .findFirst();
    }
}
