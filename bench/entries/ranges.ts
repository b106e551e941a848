// The product's set of lines, for the bench.
export { RangeSet } from '../../src/tracker/rangeSet';
