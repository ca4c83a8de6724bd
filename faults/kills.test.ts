import { takeOvers } from "./scenarios/kills.ts";
import { testScenarios } from "./test-scenarios.ts";

testScenarios([takeOvers]);
