package io.expunge.store;

/** All that an {@link Eraser} promises. */
public interface EraserContract
        extends ErasingAScope,
                LeavingNeighboursAlone,
                ErasingTwice,
                ResumingAfterACrash,
                MeetingALaterGeneration,
                FailingToErase {}
