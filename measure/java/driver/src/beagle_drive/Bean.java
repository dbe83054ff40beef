/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

/** A class with a field and properties, for methods that take a class and look into it. */
public class Bean {
    public String tag = "a";
    private String name = "b";
    private int size = 3;

    public Bean() { }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getSize() {
        return size;
    }

    public void setSize(int size) {
        this.size = size;
    }
}
