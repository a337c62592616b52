package io.expunge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against RFC 6962, section 2.1, and against a tree that is built from the leaves up instead of from the root down. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MerkleTreeTest {

    private static final long SEED = 20_260_301;
    private static final int MOST_LEAVES = 40;

    /** The leaves with which implementations of Certificate Transparency check one another. */
    private static final List<String> PUBLISHED_LEAVES =
            List.of("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f");

    @Test
    void no_leaves_give_the_hash_of_nothing() {
        assertThat(MerkleTree.root(List.of()))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "2, fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "3, aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "4, d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "5, 4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "6, 76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "7, ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "8, 5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    })
    void the_roots_are_those_that_others_publish(int leaves, String root) {
        assertThat(MerkleTree.root(PUBLISHED_LEAVES.subList(0, leaves))).isEqualTo(root);
    }

    @Test
    void a_tree_that_is_built_from_the_leaves_up_has_the_same_root() {
        for (int size = 1; size <= MOST_LEAVES; size++) {
            List<String> leaves = leaves(size);

            assertThat(MerkleTree.root(leaves)).as("%d leaves", size).isEqualTo(fromTheLeavesUp(leaves));
        }
    }

    @Test
    void I8_whatever_is_changed_swapped_doubled_or_dropped_shows() {
        Random random = new Random(SEED);
        for (int size = 1; size <= MOST_LEAVES; size++) {
            List<String> leaves = leaves(size);
            String root = MerkleTree.root(leaves);
            for (int at = 0; at < size; at++) {
                assertThat(Stream.of(
                                        changed(leaves, at, random),
                                        swapped(leaves, at, random.nextInt(size)),
                                        doubled(leaves, at),
                                        without(leaves, at))
                                .filter(bent -> !bent.equals(leaves)))
                        .as("leaf %d of %d, seed %d", at, size, SEED)
                        .hasSizeGreaterThanOrEqualTo(3)
                        .allSatisfy(bent -> assertThat(MerkleTree.root(bent)).isNotEqualTo(root));
            }
        }
    }

    /** Without different prefixes, two leaves could be passed off as the one leaf that is the node above them. */
    @Test
    void I8_a_node_is_no_leaf() {
        List<String> leaves = leaves(2);
        String node = hex(sha256(new byte[] {1}, leaf(leaves.get(0)), leaf(leaves.get(1))));

        assertThat(MerkleTree.root(leaves)).isEqualTo(node);
        assertThat(MerkleTree.root(List.of(node))).isNotEqualTo(node);
        assertThat(MerkleTree.root(List.of(leaves.get(0) + leaves.get(1)))).isNotEqualTo(node);
    }

    private static List<String> changed(List<String> leaves, int at, Random random) {
        byte[] leaf = bytes(leaves.get(at));
        leaf[random.nextInt(leaf.length)] ^= (byte) (1 << random.nextInt(8));
        List<String> bent = new ArrayList<>(leaves);
        bent.set(at, hex(leaf));
        return bent;
    }

    private static List<String> without(List<String> leaves, int at) {
        List<String> bent = new ArrayList<>(leaves);
        bent.remove(at);
        return bent;
    }

    private static List<String> doubled(List<String> leaves, int at) {
        List<String> bent = new ArrayList<>(leaves);
        bent.add(at, leaves.get(at));
        return bent;
    }

    private static List<String> swapped(List<String> leaves, int one, int other) {
        List<String> bent = new ArrayList<>(leaves);
        Collections.swap(bent, one, other);
        return bent;
    }

    private static List<String> leaves(int size) {
        Random random = new Random(SEED + size);
        List<String> leaves = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            byte[] leaf = new byte[32];
            random.nextBytes(leaf);
            leaves.add(hex(leaf));
        }
        return leaves;
    }

    /** Whole trees of falling sizes lie on a stack; two of one size become one, and at the end all become one. */
    private static String fromTheLeavesUp(List<String> leaves) {
        Deque<Whole> stack = new ArrayDeque<>();
        for (String leaf : leaves) {
            Whole newest = new Whole(1, hex(leaf(leaf)));
            while (!stack.isEmpty() && stack.peek().size() == newest.size()) {
                newest = stack.pop().with(newest);
            }
            stack.push(newest);
        }
        Whole right = stack.pop();
        while (!stack.isEmpty()) {
            right = stack.pop().with(right);
        }
        return right.hash();
    }

    private record Whole(int size, String hash) {
        Whole with(Whole right) {
            return new Whole(size + right.size(), hex(sha256(new byte[] {1}, bytes(hash), bytes(right.hash()))));
        }
    }

    private static byte[] leaf(String leaf) {
        return sha256(new byte[] {0}, bytes(leaf));
    }

    private static byte[] sha256(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        try {
            return MessageDigest.getInstance("SHA-256").digest(whole.toByteArray());
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
