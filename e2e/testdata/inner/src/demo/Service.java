package demo;

/** Marks what a framework would make. */
public @interface Service {
}
