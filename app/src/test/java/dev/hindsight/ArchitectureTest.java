package dev.hindsight;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import dev.hindsight.app.planted.AppFaults;
import dev.hindsight.inspector.planted.InspectorFaults;
import dev.hindsight.render.planted.RenderFaults;
import dev.hindsight.render.raster.planted.RasterFaults;
import dev.hindsight.trainer.planted.TrainerFaults;
import dev.hindsight.trainer.planted.one.CycleOne;
import dev.hindsight.trainer.planted.two.CycleTwo;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks the code against ARCHITECTURE.md, and every rule against a class that breaks it.
class ArchitectureTest {
  static final List<RuleWithViolation> RULES =
      List.of(
          new RuleWithViolation(
              ArchitectureRules.TRAINER_SEES_NO_OTHER_MODULE, TrainerFaults.SeesRender.class),
          new RuleWithViolation(ArchitectureRules.RENDER_SEES_ONLY_TRAINER, RenderFaults.class),
          new RuleWithViolation(ArchitectureRules.INSPECTOR_SEES_NO_APP, InspectorFaults.class),
          new RuleWithViolation(ArchitectureRules.TRAINER_IS_HEADLESS, TrainerFaults.SeesAwt.class),
          new RuleWithViolation(
              ArchitectureRules.RASTER_AND_FILM_NEED_NO_TOOLKIT, RasterFaults.class),
          new RuleWithViolation(ArchitectureRules.ONLY_STAGE_SEES_FXGL, AppFaults.SeesEntity.class),
          new RuleWithViolation(
              ArchitectureRules.FXGL_HOLDS_ENTITIES_AND_A_VIEWPORT, RenderFaults.SeesEngine.class),
          new RuleWithViolation(ArchitectureRules.ONE_MAIN, AppFaults.SecondMain.class),
          new RuleWithViolation(ArchitectureRules.ONLY_LEARN_SEES_DJL, TrainerFaults.SeesDjl.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_CONDITION_SEES_CEL, TrainerFaults.SeesCel.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_FLEET_SEES_PEKKO, TrainerFaults.SeesPekko.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_DATASETS_SEE_HDF5, TrainerFaults.SeesHdf5.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_IMPORTED_RUNS_SEE_FASTCSV, TrainerFaults.SeesFastCsv.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_FOREIGN_POLICIES_SEE_ONNX, TrainerFaults.SeesOnnx.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_STUDY_SEES_STATISTICS, TrainerFaults.SeesStatistics.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_TASK_MAKES_THREADS, TrainerFaults.MakesThread.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_TASK_MAKES_THREADS, TrainerFaults.MakesVirtualThread.class),
          new RuleWithViolation(
              ArchitectureRules.ONE_WAY_ONTO_THE_FX_THREAD, AppFaults.RunsLater.class),
          new RuleWithViolation(ArchitectureRules.ONE_CLOCK, AppFaults.SecondClock.class),
          new RuleWithViolation(
              ArchitectureRules.MODELS_KNOW_NO_TOOLKIT, AppFaults.PaintedState.class),
          new RuleWithViolation(
              ArchitectureRules.ONLY_THE_COMMAND_LINE_PRINTS, TrainerFaults.Prints.class),
          new RuleWithViolation(
              ArchitectureRules.NOBODY_STORES_DONE, TrainerFaults.StoresDone.class));

  private static JavaClasses product;

  /// A rule and a class that breaks it.
  record RuleWithViolation(ArchRule rule, Class<?> fault) {
    @Override
    public String toString() {
      return rule.getDescription();
    }
  }

  @BeforeAll
  static void readTheProduct() {
    product =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(ArchitectureTest::isProduct)
            .importPackages("dev.hindsight");
  }

  /// Tests of other modules come as jars from Maven, and as folders from the quick loop.
  private static boolean isProduct(Location location) {
    return !location.contains("-tests.jar") && !location.contains("/target/quick/test/");
  }

  static List<ArchRule> rules() {
    return Stream.concat(
            RULES.stream().map(RuleWithViolation::rule).distinct(),
            Stream.of(ArchitectureRules.PACKAGES_FORM_NO_CYCLE))
        .toList();
  }

  @Test
  void everyModuleIsLookedAt() {
    assertTrue(product.contain("dev.hindsight.trainer.Problem"));
    assertTrue(product.contain("dev.hindsight.app.cli.Main"));
    assertFalse(product.contain(AppFaults.class.getName()));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void codeKeepsTheRule(ArchRule rule) {
    rule.allowEmptyShould(true).check(product);
  }

  @ParameterizedTest
  @FieldSource("RULES")
  void ruleCatchesThePlantedFault(RuleWithViolation planted) {
    JavaClasses fault = new ClassFileImporter().importClasses(planted.fault());

    assertTrue(planted.rule().allowEmptyShould(true).evaluate(fault).hasViolation());
  }

  @Test
  void twoPackagesThatNeedEachOtherAreACycle() {
    JavaClasses fault = new ClassFileImporter().importClasses(CycleOne.class, CycleTwo.class);

    assertTrue(ArchitectureRules.PACKAGES_FORM_NO_CYCLE.evaluate(fault).hasViolation());
  }
}
