/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** Makes dates, times and spans: of the years 2017 to 2027, in UTC. */
final class Moments {
    private Moments() { }

    /** A value of a class, or one of several of an interface; null: it is none of time. */
    static Object make(Inputs in, String name, Class<?> c) {
        if (c == Date.class || c == Calendar.class || c == GregorianCalendar.class || c.getName().startsWith("java.time.") || c == java.time.Clock.class) {
            long time = 1500000000000L + (long) (in.random.nextDouble() * 3e11);
            LocalDateTime local = LocalDateTime.ofEpochSecond(time / 1000, 0, ZoneOffset.UTC);
            Object[] all = {
                local.atZone(ZoneOffset.UTC), local, local.toLocalDate(), local.toLocalTime(), Instant.ofEpochMilli(time), new Date(time),
                OffsetDateTime.of(local, ZoneOffset.UTC), OffsetTime.of(local.toLocalTime(), ZoneOffset.UTC), Duration.ofMillis(in.random.nextInt(100000000)),
                Period.ofDays(in.random.nextInt(1000)), ZoneOffset.UTC, Year.from(local), YearMonth.from(local), MonthDay.from(local),
                IsoChronology.INSTANCE, java.time.Clock.systemUTC(),
                java.time.format.DateTimeFormatter.ISO_LOCAL_DATE,
            };
            if (Calendar.class.isAssignableFrom(c)) {
                Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
                calendar.setTimeInMillis(time);
                return in.changes(calendar);
            }
            Map<String, Object> fitting = new LinkedHashMap<String, Object>();
            for (Object one : all) {
                if (c.isInstance(one)) {
                    fitting.put(one.getClass().getSimpleName(), one);
                }
            }
            String[] names = fitting.keySet().toArray(new String[0]);
            return names.length == 0 ? null : fitting.get(names[names.length == 1 ? 0 : in.way(name + ":" + c.getName(), 0, names)]);
        }
        return null;
    }
}
