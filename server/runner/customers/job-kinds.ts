import { endBroadcast, runBroadcast } from "../../domain/audience/run-broadcast.ts";
import type { Job, JobSpec } from "../../domain/customers/jobs/job.ts";
import { runBatch } from "../../domain/customers/jobs/run-job.ts";
import {
  type Broadcast,
  claimBroadcast,
  releaseBroadcast,
  releaseBroadcasts,
} from "../../store/audience/broadcasts.ts";
import { claimJob, finishJob, releaseJob, releaseJobs } from "../../store/customers/customer-jobs.ts";
import type { JobKind } from "./jobs.ts";

/** Changes of many customers. */
export const customerJobs: JobKind<Job> = {
  name: "customer job",
  claim: (db, nodeId, others) => claimJob<JobSpec>(db, nodeId, others),
  release: releaseJob,
  releaseAll: releaseJobs,
  runBatch,
  async fail({ db, live }, nodeId, job, error) {
    await finishJob(db, job, nodeId, { state: "failed", error });
    live.publish(job.pageId, { type: "job_changed", id: job.id });
  },
};

/** Messages to many customers. */
export const broadcasts: JobKind<Broadcast> = {
  name: "broadcast",
  claim: claimBroadcast,
  release: releaseBroadcast,
  releaseAll: releaseBroadcasts,
  runBatch: runBroadcast,
  fail: (deps, nodeId, job, error) => endBroadcast(deps, job, nodeId, { state: "failed", error }),
};
