/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.lang.reflect.Type;

/** Says that a value of a type cannot be made, and why. */
final class Unmade extends Exception {
    private static final long serialVersionUID = 1;

    final String place;
    final String type;

    Unmade(String place, Type type, String why) {
        super(why);
        this.place = place;
        this.type = type.toString().replaceFirst("^(class|interface) ", "");
    }
}
