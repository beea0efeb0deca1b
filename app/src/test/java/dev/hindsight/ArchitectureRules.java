package dev.hindsight;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.almasb.fxgl.app.scene.Viewport;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.concurrent.Executor;

/// The rules of ARCHITECTURE.md, each with its reason.
final class ArchitectureRules {
  private static final String TRAINER = "dev.hindsight.trainer..";
  private static final String RENDER = "dev.hindsight.render..";
  private static final String INSPECTOR = "dev.hindsight.inspector..";
  private static final String APP = "dev.hindsight.app..";

  private static final String FXGL = "com.almasb..";

  /// A menu's entries are called commands too, but are not part of the model.
  private static final String COMMANDS = "dev.hindsight.app.commands..";

  /// The packages where episodes begin, run and end.
  private static final String[] EPISODES = {
    "dev.hindsight.trainer.env",
    "dev.hindsight.trainer.env.*",
    "dev.hindsight.trainer.rollout..",
    "dev.hindsight.trainer.record..",
    "dev.hindsight.trainer.policy..",
    "dev.hindsight.trainer.learn..",
    "dev.hindsight.trainer.planted"
  };

  private static final Map<String, String> THREAD_MAKERS =
      Map.of(
          "java.lang.Thread", "<init>|startVirtualThread|ofPlatform|ofVirtual",
          "java.util.Timer", "<init>",
          "java.util.concurrent.Executors", ".*",
          "java.util.concurrent.ForkJoinPool", "<init>|commonPool",
          "java.util.concurrent.ThreadPoolExecutor", "<init>",
          "java.util.concurrent.CompletableFuture", ".*Async",
          "javafx.concurrent.Task", "<init>",
          "javafx.concurrent.Service", "<init>|start");

  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public String getDescription() {
          return "packages of Hindsight";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return type.getPackageName().startsWith("dev.hindsight")
              ? SliceIdentifier.of(type.getPackageName())
              : SliceIdentifier.ignore();
        }
      };

  static final ArchRule TRAINER_SEES_NO_OTHER_MODULE =
      noClasses()
          .that()
          .resideInAPackage(TRAINER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(RENDER, INSPECTOR, APP)
          .because("arrows point one way: app -> inspector -> render -> trainer");

  static final ArchRule RENDER_SEES_ONLY_TRAINER =
      noClasses()
          .that()
          .resideInAPackage(RENDER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(INSPECTOR, APP)
          .because("arrows point one way: app -> inspector -> render -> trainer");

  static final ArchRule INSPECTOR_SEES_NO_APP =
      noClasses()
          .that()
          .resideInAPackage(INSPECTOR)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(APP)
          .because("an instrument works in any window, and in none");

  static final ArchRule TRAINER_IS_HEADLESS =
      noClasses()
          .that()
          .resideInAPackage(TRAINER)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..", "java.awt..", "javax.swing..", "com.almasb..")
          .because("everything but the window runs on a machine without a display");

  static final ArchRule RASTER_AND_FILM_NEED_NO_TOOLKIT =
      noClasses()
          .that()
          .resideInAnyPackage("dev.hindsight.render.raster..", "dev.hindsight.render.film..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..", "com.almasb..")
          .because("films are drawn on any thread, on machines where no toolkit starts");

  static final ArchRule ONLY_STAGE_SEES_FXGL =
      noClasses()
          .that(resideOutside("dev.hindsight.render.stage.."))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(FXGL)
          .because("everything else speaks of marks, which films and tests draw without FXGL");

  static final ArchRule FXGL_HOLDS_ENTITIES_AND_A_VIEWPORT =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage(FXGL)
                  .and(resideOutside("com.almasb.fxgl.entity.."))
                  .and(DescribedPredicate.not(JavaClass.Predicates.type(Viewport.class))))
          .because("its engine is a singleton with a loop of its own, and a window has two scenes");

  static final ArchRule ONE_MAIN =
      noMethods()
          .that()
          .haveName("main")
          .and()
          .areStatic()
          .and()
          .areDeclaredInClassesThat()
          .doNotHaveFullyQualifiedName("dev.hindsight.app.cli.Main")
          .should()
          .haveRawParameterTypes(String[].class)
          .because("launchers, installers and a start by hand must start the same program");

  static final ArchRule ONLY_LEARN_SEES_DJL =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.learn.."))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("ai.djl..")
          .because("the engine can be replaced, and its native memory be watched, in one place");

  static final ArchRule ONLY_CONDITION_SEES_CEL =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.condition.."))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.cel..", "com.google.common..", "org.antlr..")
          .because("a library that large is loaded when a condition is read, and not before");

  static final ArchRule ONLY_FLEET_SEES_PEKKO =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.fleet.."))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.pekko..", "com.typesafe.config..", "scala..")
          .because("a run without workers loads nothing of the actor library");

  static final ArchRule ONLY_DATASETS_SEE_HDF5 =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.rollout.foreign.dataset.."))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.jhdf..")
          .because("links that lead out of a file are refused in one place");

  static final ArchRule ONLY_IMPORTED_RUNS_SEE_FASTCSV =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.run.foreign.."))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("de.siegmar.fastcsv..")
          .because("the size of a line is bounded in one place");

  static final ArchRule ONLY_FOREIGN_POLICIES_SEE_ONNX =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.learn.foreign.."))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("ai.onnxruntime..")
          .because("a program is checked before the library sees it, and loaded by nothing else");

  static final ArchRule ONLY_STUDY_SEES_STATISTICS =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.study.."))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.commons.statistics..", "org.yaml.snakeyaml..")
          .because("every interval comes from one place, which says its method");

  static final ArchRule ONLY_TASK_MAKES_THREADS =
      noClasses()
          .that(resideOutside("dev.hindsight.trainer.task.."))
          .should()
          .callCodeUnitWhere(makesAThread())
          .because("threads that nobody counts are threads that nobody stops");

  static final ArchRule ONE_WAY_ONTO_THE_FX_THREAD =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.hindsight.app.fx.FxThread")
          .should()
          .callMethod("javafx.application.Platform", "runLater", Runnable.class.getName())
          .because("what reaches the FX thread is coalesced in one place");

  static final ArchRule ONE_CLOCK =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.hindsight.app.fx.PlaybackClock")
          .should()
          .beAssignableTo("javafx.animation.AnimationTimer")
          .because("two clocks would show two ticks at once");

  static final ArchRule MODELS_KNOW_NO_TOOLKIT =
      noClasses()
          .that(resideInAPackage(APP).and(resideOutside(COMMANDS)).and(isModel()))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javafx..", "com.almasb..", "org.controlsfx..", "java.awt..")
          .because("what the window knows is tested without a window");

  static final ArchRule ONLY_THE_COMMAND_LINE_PRINTS =
      noClasses()
          .that(resideOutside("dev.hindsight.app.cli.."))
          .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
          .because("stdout belongs to --json, stderr to one line of error");

  static final ArchRule NOBODY_STORES_DONE =
      noFields()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(EPISODES)
          .should()
          .haveName("done")
          .because("terminal, truncation, trial end and removed stay apart");

  /// Packages, not modules: each is its own slice.
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices()
          .assignedFrom(EACH_PACKAGE)
          .should()
          .beFreeOfCycles()
          .because("a package can be read, and taken out, by itself");

  private ArchitectureRules() {}

  private static DescribedPredicate<JavaClass> resideOutside(String packages) {
    return DescribedPredicate.not(resideInAnyPackage(packages));
  }

  private static DescribedPredicate<JavaClass> isModel() {
    return resideInAPackage("dev.hindsight.app.model..")
        .or(resideInAPackage("dev.hindsight.app.settings.."))
        .or(
            DescribedPredicate.describe(
                "named like a model",
                type -> type.getName().matches(".*(State|Command|Model|Document)(\\$.*)?")));
  }

  private static DescribedPredicate<JavaCall<?>> makesAThread() {
    return THREAD_MAKERS.entrySet().stream()
        .map(maker -> callOf(maker.getKey(), maker.getValue()))
        .reduce((one, other) -> one.or(other))
        .orElseThrow()
        .as("makes a thread");
  }

  private static DescribedPredicate<JavaCall<?>> callOf(String type, String methods) {
    return DescribedPredicate.describe(
        type + "." + methods,
        call ->
            owner(assignableTo(type)).test(call.getTarget())
                && call.getTarget().getName().matches(methods)
                && !handsOver(call));
  }

  /// Submitting work to an existing thread creates none.
  private static boolean handsOver(JavaCall<?> call) {
    return call.getTarget().getRawParameterTypes().stream()
        .anyMatch(type -> type.isEquivalentTo(Executor.class));
  }
}
