// The topics of this package's tests and of its standalone broker. The product's are those of its features.
import { topic, topicTable } from '@lookout/contract';

const summary = '';
export const TEST_TOPICS = topicTable([
  topic({ name: 'newFire', right: 'watch-alarms', scope: 'upwards', summary }),
  topic({ name: 'fireAlarm', right: 'watch-alarms', scope: 'upwards', summary }),
  topic({ name: 'teamTrajectory', right: 'see-rangers', scope: 'upwards', isLogged: false, summary }),
]);

/** Those of events. */
export const TEST_EVENTS: ReadonlySet<string> = new Set(['newFire', 'fireAlarm']);
