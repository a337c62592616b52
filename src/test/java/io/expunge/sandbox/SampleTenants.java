package io.expunge.sandbox;

import io.expunge.sandbox.SampleTenant.Part;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/** Who lives in the sample SaaS. */
public final class SampleTenants {
    /** Closed at generation 1, with most of the data. */
    public static final String LARGE = "acme";

    /** Closed at generation 1, with little data each. */
    public static final List<String> SMALL = List.of("umbrella", "initech", "globex", "hooli", "vandelay");

    /** Open; the tenant that every probe must see. */
    public static final String CONTROL = "expunge-control";

    /** Open; writes of {@value #LARGE} in its rows, keys, values and set members. */
    public static final String MENTIONING = "coyote";

    /**
     * Open; ids that a careless pattern, prefix, case folding or normalisation takes for {@value #LARGE}. The last but
     * one is in Unicode normal form C, and the last the same in form D.
     */
    public static final List<String> NEIGHBOURS = List.of(
            "acme2",
            "acme-2",
            "ac%me",
            "ac_me",
            "acme*",
            "acme/x",
            "[acme]",
            "ACME",
            MENTIONING,
            Normalizer.normalize("acm\u00e9", Normalizer.Form.NFC),
            Normalizer.normalize("acm\u00e9", Normalizer.Form.NFD));

    /** Every personal value starts with it, or holds it. */
    public static final String MARKER = "PII-MARKER-";

    private static final int GENERATION = 1;

    private SampleTenants() {}

    static List<SampleTenant> all() {
        List<SampleTenant> tenants = new ArrayList<>();
        tenants.add(tenant(LARGE, LARGE, Part.LARGE));
        SMALL.forEach(id -> tenants.add(tenant(id, id, Part.SMALL)));
        for (int number = 0; number < NEIGHBOURS.size(); number++) {
            tenants.add(tenant(NEIGHBOURS.get(number), "neighbour-" + (number + 1), Part.NEIGHBOUR));
        }
        tenants.add(tenant(CONTROL, CONTROL, Part.CONTROL));
        return List.copyOf(tenants);
    }

    private static SampleTenant tenant(String id, String slug, Part part) {
        return new SampleTenant(id, slug, GENERATION, part, id.equals(MENTIONING) ? LARGE : "nothing");
    }
}
