package dev.hindsight.inspector.audit;

/// Two trials of one episode, aligned by the ticks since each began.
///
/// @param first the tick at which the first trial begins
/// @param other the tick at which the later one begins
/// @param ticks the number of ticks that both have
/// @param number number of the later trial, from 1
record TrialPair(int first, int other, int ticks, int number) {}
