package io.expunge.store;

/** What a layout or an eraser may declare that it can't do. */
public enum Limitation {
    /** The eraser doesn't read the registry: whoever sends the slices has to. */
    READ_THE_REGISTRY,
    /** The layout doesn't say of which generation an item is. */
    TELL_GENERATIONS_APART,
    /** The layout can't hold an item that carries no generation beside others that do. */
    HOLD_ITEMS_WITHOUT_GENERATION,
    /** The server lets everybody do everything: what a missing right does can't be shown on it. */
    CHECK_RIGHTS
}
