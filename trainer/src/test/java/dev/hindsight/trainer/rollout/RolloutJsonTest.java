package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutJsonTest {
  private static final String HEAD = "{'format':'hindsight-rollout','version':1,";

  @Test
  void everythingInAManifestComesBack() throws IOException {
    String text =
        HEAD
            + """
            'producer':'p','createdUtc':'2026-01-01T00:00:00Z',
            'environment':{'id':'drive','config':{'a':1,'b':[true,null,'x'],'c':2.5},
              'codeVersion':'9','branch':'main'},
            'policy':{'id':'lstm','checkpointSha256':'00','checkpointName':'c.pt',
              'actionSelection':'argmax','temperature':0.5},
            'seed':-9007199254740993,'agents':32,'tickSeconds':0.1,
            'trials':{'count':4,'timeoutTicks':201,'gap':0},'chunkTicks':256,
            'observation':{'segments':[
              {'name':'ego','offset':0,'shape':[2],'names':['x','y']},
              {'name':'partners','offset':2,'shape':[31,7],'names':['a','b','c','d','e','f','g']},
              {'name':'progress','offset':219,'shape':[1],'names':['share'],'audience':'critic'}]},
            'channels':[{'name':'o','dtype':'<f4','shape':['tick','agent',219],'unit':'1',
              'doc':'d','colour':{'r':1}}],
            'static':[{'name':'road/points','dtype':'<f4','shape':['point',2],'unit':'m'}],
            'weather':{'rain':[1,2]}}
            """;
    JsonMapper mapper = JsonMapper.builder().build();
    JsonNode before = mapper.readTree(text.replace('\'', '"'));
    Manifest manifest = RolloutJson.manifest(utf8(text), "x");
    assertEquals(before, mapper.readTree(RolloutJson.write(manifest)));
  }

  @Test
  void whatAnotherProgramLeavesOutHasAValue() {
    Manifest manifest = RolloutJson.manifest(utf8(HEAD + "'channels':[]}"), "x");
    assertEquals(new Manifest.Trials(1, 0), manifest.trials());
    assertEquals("", manifest.policy().id());
    assertEquals("", manifest.environment().id());
    assertEquals(0.1, manifest.tickSeconds());
    assertEquals(0, manifest.observation().size());
  }

  @Test
  void aNewerVersionIsRefusedPolitely() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                RolloutJson.manifest(
                    utf8("{'format':'hindsight-rollout','version':2,'channels':[]}"), "x"));
    assertEquals(
        "x: its format is version 2; this program reads version 1"
            + " - open it with a newer Hindsight",
        problem.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          {'format':'zip'}                                                  | format is not valid
          {'format':'hindsight-rollout','channels':[]}                      | version is missing
          [1]                                                               | not a JSON object
          {'format':'hindsight-rollout','version':1                         | not JSON
          {'format':'hindsight-rollout','version':1,'version':1}            | not JSON
          {'format':'hindsight-rollout','version':1}                        | channels is missing
          H 'channels':{}}                                                  | channels is not valid
          H 'channels':[7]}                                                 | channels is not valid
          H 'channels':[{'dtype':'<f4','shape':['tick']}]}                  | channels[0].name is missing
          H 'channels':[{'name':'a','dtype':'>f4','shape':['tick']}]}       | x: channels[0].dtype: element type '>f4' is not supported
          H 'channels':[{'name':'a','dtype':'<f4','shape':[]}]}             | channels[0].shape is not valid
          H 'channels':[{'name':'a','dtype':'<f4','shape':['tick',-1]}]}    | channels[0].shape is not valid
          H 'channels':[],'agents':-1}                                      | agents is not valid
          H 'channels':[],'agents':1e99}                                    | agents is not valid
          H 'channels':[],'agents':'two'}                                   | agents is not valid
          H 'channels':[],'tickSeconds':0}                                  | tickSeconds is not valid
          H 'channels':[],'tickSeconds':NaN}                                | tickSeconds is not valid
          H 'channels':[],'policy':[]}                                      | policy is not valid
          H 'channels':[],'trials':{'count':0}}                             | trials.count is not valid
          H 'channels':[],'observation':{'segments':[{'name':'e','shape':[65536,65536]}]}} | segments[0].shape
          H 'channels':[],'observation':{'segments':[{'name':'e','shape':[1],'audience':'you'}]}} | segments[0].audience
          H 'channels':[],'observation':{'segments':[{'name':'e','shape':[1],'audience':'critic'},{'name':'f','offset':1,'shape':[1]}]}} | segments[1].audience
          """)
  void aWrongManifestIsAProblemThatNamesTheKey(String text, String named) {
    Problem problem =
        assertThrows(
            Problem.class, () -> RolloutJson.manifest(utf8(text.replace("H ", HEAD)), "x"));
    assertTrue(problem.getMessage().contains(named), problem.getMessage());
  }

  @Test
  void deeplyNestedTextIsAProblem() {
    assertThrows(Problem.class, () -> RolloutJson.manifest(utf8("[".repeat(100_000)), "x"));
  }

  @Test
  void aSummaryComesBack() {
    String text =
        "{'ticks':3,'trialScores':[0.5,1.0],'totals':{'goals':2.0,'loss':'NaN'},'hash':'ab',"
            + "'wallSeconds':1.5,'host':'h'}";
    Summary summary = RolloutJson.summary(utf8(text), "x");
    assertEquals(
        text.replace('\'', '"'), new String(RolloutJson.write(summary), StandardCharsets.UTF_8));
  }

  private static byte[] utf8(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
