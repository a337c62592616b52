package io.expunge.report;

import java.time.Instant;

/** When the jobs are started without a person, as far as the settings say. Estimates: nobody waits for them. */
public interface Timetable {

    /** When what is new at this time is begun. */
    Instant begun(Instant due);

    /** When what is due at this time is tried again. */
    Instant triedAgain(Instant due);

    /** When the look that is due at this time is taken. */
    Instant lookedAt(Instant due);

    /** Where no settings say when: everything is run as soon as it is due. */
    static Timetable whenDue() {
        return new Timetable() {
            @Override
            public Instant begun(Instant due) {
                return due;
            }

            @Override
            public Instant triedAgain(Instant due) {
                return due;
            }

            @Override
            public Instant lookedAt(Instant due) {
                return due;
            }
        };
    }
}
