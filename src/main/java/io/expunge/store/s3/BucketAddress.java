package io.expunge.store.s3;

import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where one bucket is: {@code s3://bucket?region=eu-central-1} on AWS,
 * {@code http(s)://host:port/bucket?region=…&checksums=supported|required|legacy-md5&addressing=path|virtual} elsewhere.
 *
 * @param endpoint none on AWS, where the region says it
 */
record BucketAddress(Optional<URI> endpoint, String bucket, String region, Checksums checksums, boolean pathStyle) {

    private static final String FORM = "s3://bucket?region=eu-central-1 or"
            + " https://host:port/bucket?region=us-east-1&checksums=required&addressing=path, the login apart from it";
    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]");
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{2,40}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z-]{1,20}");
    private static final List<String> ON_AWS = List.of("region");
    private static final List<String> ELSEWHERE = List.of("region", "checksums", "addressing");

    /**
     * @throws IllegalArgumentException saying what is wrong and what is expected; a value is never repeated, it may be a
     *     secret in the wrong place
     */
    static BucketAddress parse(String store, String url) {
        URI address = address(store, url);
        boolean aws = "s3".equals(address.getScheme());
        String bucket = aws ? String.valueOf(address.getRawAuthority()) : afterSlash(address.getRawPath());
        boolean misplaced = aws ? !address.getRawPath().isEmpty() : address.getHost() == null;
        if (misplaced || !BUCKET.matcher(bucket).matches()) {
            throw wrong(store, "the address doesn't name just one bucket, expected " + FORM);
        }
        Map<String, String> parameters = parameters(store, address.getRawQuery(), aws ? ON_AWS : ELSEWHERE);
        Optional<String> region = Optional.ofNullable(parameters.get("region"));
        if (aws && region.isEmpty()) {
            throw wrong(store, "the parameter region is missing, expected " + FORM);
        }
        if (region.isPresent() && !REGION.matcher(region.get()).matches()) {
            throw wrong(store, "the parameter region is no region, expected one such as us-east-1");
        }
        return new BucketAddress(
                aws ? Optional.empty() : Optional.of(endpoint(address)),
                bucket,
                region.orElse("us-east-1"),
                checksums(
                        store,
                        parameters.getOrDefault("checksums", (aws ? Checksums.SUPPORTED : Checksums.REQUIRED).label())),
                !aws && isPathStyle(store, parameters.getOrDefault("addressing", "path")));
    }

    private static URI address(String store, String url) {
        try {
            URI address = URI.create(url);
            boolean known = "s3".equals(address.getScheme()) || SCHEMES.contains(String.valueOf(address.getScheme()));
            if (known && !address.isOpaque() && address.getRawUserInfo() == null && address.getRawFragment() == null) {
                return address;
            }
        } catch (IllegalArgumentException unreadable) {
            // Its message repeats the address.
        }
        throw wrong(store, "the address is none of a bucket, expected " + FORM);
    }

    private static String afterSlash(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    private static URI endpoint(URI address) {
        return URI.create(address.getScheme() + "://" + address.getRawAuthority());
    }

    private static Map<String, String> parameters(String store, String query, List<String> known) {
        Map<String, String> parameters = new HashMap<>();
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? "" : parameter.substring(0, equals);
            String expected = ", expected " + String.join(", ", known);
            if (!known.contains(name)) {
                String named = NAME.matcher(name).matches() ? "the parameter " + name : "a parameter";
                throw wrong(store, named + " isn't known for this kind of address" + expected);
            }
            if (parameters.put(name, parameter.substring(equals + 1)) != null) {
                throw wrong(store, "the parameter " + name + " is there twice, expected it once");
            }
        }
        return parameters;
    }

    private static Checksums checksums(String store, String written) {
        return Arrays.stream(Checksums.values())
                .filter(each -> each.label().equals(written))
                .findFirst()
                .orElseThrow(() -> wrong(
                        store,
                        "the parameter checksums is unknown, expected "
                                + Arrays.stream(Checksums.values())
                                        .map(Checksums::label)
                                        .collect(Collectors.joining(", "))));
    }

    private static boolean isPathStyle(String store, String written) {
        return switch (written) {
            case "path" -> true;
            case "virtual" -> false;
            default -> throw wrong(store, "the parameter addressing is unknown, expected path, virtual");
        };
    }

    private static IllegalArgumentException wrong(String store, String what) {
        return new IllegalArgumentException("store " + store + ": " + what);
    }
}
