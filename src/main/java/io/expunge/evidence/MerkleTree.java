package io.expunge.evidence;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The Merkle tree hash of RFC 6962, section 2.1: leaves and inner nodes are hashed under different prefixes, so that a node can't
 * be passed off as a leaf, and a list can't be changed, reordered, cut or grown under the same root.
 */
final class MerkleTree {

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private MerkleTree() {}

    /**
     * The root over these leaves in this order.
     *
     * @param leaves hexadecimal hashes
     * @return 64 hexadecimal digits; for no leaves the hash of nothing
     */
    static String root(List<String> leaves) {
        List<byte[]> hashed = new ArrayList<>();
        leaves.forEach(leaf -> hashed.add(hash(LEAF, HexFormat.of().parseHex(leaf))));
        return HexFormat.of().formatHex(hashed.isEmpty() ? Digest.sha256().digest() : root(hashed, 0, hashed.size()));
    }

    private static byte[] root(List<byte[]> leaves, int from, int to) {
        int size = to - from;
        if (size == 1) {
            return leaves.get(from);
        }
        // The largest power of two that is smaller than the size.
        int left = Integer.highestOneBit(size - 1);
        return hash(NODE, root(leaves, from, from + left), root(leaves, from + left, to));
    }

    private static byte[] hash(byte prefix, byte[]... parts) {
        MessageDigest sha256 = Digest.sha256();
        sha256.update(prefix);
        for (byte[] part : parts) {
            sha256.update(part);
        }
        return sha256.digest();
    }
}
