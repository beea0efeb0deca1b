/// Credit under the microscope: what each action was worth more than expected, from which terms,
/// and what a wrong mask would have made of it; how well values foretold what came.
@NullMarked
package dev.hindsight.inspector.credit;

import org.jspecify.annotations.NullMarked;
