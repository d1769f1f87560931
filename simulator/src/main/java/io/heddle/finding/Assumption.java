package io.heddle.finding;

import java.io.Serializable;

/**
 * An assumption of a simulation, which the verdict must list.
 *
 * @param text in the user's words, complete with what it is about; equal texts are listed once
 * @param location where it was used, or null
 */
public record Assumption(String text, Location location) implements Serializable {}
