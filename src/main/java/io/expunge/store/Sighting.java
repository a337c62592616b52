package io.expunge.store;

/** A probe's answer for one question. */
public sealed interface Sighting {

    /**
     * Everything could be seen, and this is what there was.
     *
     * @param residue items of the asked generation or an older one
     * @param ungenerated items of the tenant that carry no generation: residue too (a range query never finds them)
     * @param later items of a later generation: they live, and stay
     * @param position the store's position at which it was seen
     */
    record Seen(long residue, long ungenerated, long later, Position position) implements Sighting {

        /** Whether anything of the tenant, of whatever generation, was seen: what a control tenant must show. */
        public boolean anything() {
            return residue + ungenerated + later > 0;
        }

        /** What keeps a job from being verified. */
        public long remaining() {
            return residue + ungenerated;
        }
    }

    /**
     * Nothing can be said; never to be read as empty (I4).
     *
     * @param code the store's own code or our word for what is missing
     */
    record Unknown(Blindness why, String code) implements Sighting {}
}
