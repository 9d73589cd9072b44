// The worker of page-timers.ts.
import 'worker-timers-worker';
