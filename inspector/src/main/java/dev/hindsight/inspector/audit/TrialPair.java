package dev.hindsight.inspector.audit;

/// Two trials of one episode, aligned by the ticks since each began.
///
/// @param first where the first trial begins
/// @param other where the later one begins
/// @param ticks ticks both have
/// @param number of the later one, from 1 for people
record TrialPair(int first, int other, int ticks, int number) {}
