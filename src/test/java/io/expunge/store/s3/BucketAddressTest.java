package io.expunge.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.expunge.store.StoreAccess;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BucketAddressTest {

    @Test
    void a_bucket_of_a_compatible_server() {
        assertThat(BucketAddress.parse(
                        "objects",
                        "https://s3.example:9000/attachments?region=eu-1&checksums=legacy-md5&addressing=virtual"))
                .isEqualTo(new BucketAddress(
                        Optional.of(URI.create("https://s3.example:9000")),
                        "attachments",
                        "eu-1",
                        Checksums.LEGACY_MD5,
                        false));
        assertThat(BucketAddress.parse("objects", "http://127.0.0.1:9000/a.b-c"))
                .isEqualTo(new BucketAddress(
                        Optional.of(URI.create("http://127.0.0.1:9000")),
                        "a.b-c",
                        "us-east-1",
                        Checksums.REQUIRED,
                        true));
    }

    @Test
    void a_bucket_of_aws() {
        assertThat(BucketAddress.parse("objects", "s3://attachments?region=eu-central-1"))
                .isEqualTo(
                        new BucketAddress(Optional.empty(), "attachments", "eu-central-1", Checksums.SUPPORTED, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                               | none of a bucket",
                "attachments                                      | none of a bucket",
                "ftp://host/attachments                           | none of a bucket",
                "https://zq7:secret@host/attachments              | none of a bucket",
                "https://host/attachments#zq7                     | none of a bucket",
                "https://host/zq7 bucket                          | none of a bucket",
                "https://host                                     | just one bucket",
                "https://host/                                    | just one bucket",
                "https://host/attachments/tenants                 | just one bucket",
                "https:///attachments                             | just one bucket",
                "s3://attachments/tenants?region=eu-central-1     | just one bucket",
                "s3://attachments                                 | region is missing",
                "s3://attachments?region=zq7_                     | region is no region",
                "s3://attachments?region=eu-1&checksums=required  | checksums isn't known for this kind of address",
                "https://host/attachments?secret=zq7              | the parameter secret isn't known",
                "https://host/attachments?zq7%20                  | a parameter isn't known",
                "https://host/attachments?region=a1&region=a2     | region is there twice",
                "https://host/attachments?checksums=zq7           | expected supported, required, legacy-md5",
                "https://host/attachments?addressing=zq7          | expected path, virtual",
            })
    void what_is_wrong_is_named_and_what_was_given_is_not(String url, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BucketAddress.parse("objects", url))
                .withMessageStartingWith("store objects: ")
                .withMessageContaining(why)
                .withMessageContaining("expected")
                .withMessageNotContaining("zq7")
                .withNoCause();
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:1/attachments, '', ''",
        "http://127.0.0.1:1/attachments, key, ''",
        "s3://attachments?region=eu-1, '', zq7-secret",
    })
    void half_a_login_is_refused(String url, String user, String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BucketLink("objects", new StoreAccess(url, user, password)))
                .withMessageContaining("access key")
                .withMessageNotContaining("zq7")
                .withNoCause();
    }
}
