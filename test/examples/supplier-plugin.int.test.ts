// The example's own tests, over the sources of the kit.
import '../../examples/supplier-plugin/test/plugin.test.ts';
