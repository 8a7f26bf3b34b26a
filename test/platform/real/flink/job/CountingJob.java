package dev.weir;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Counts 0, 1, 2, … by key, and fails as soon as a key's count and its next number disagree: then state was lost, or a
 * number applied twice. What each snapshot holds, and what each start was given, is a line of the ledger:
 * {@code saved|restored|fresh|closed|miscount JOB CHECKPOINT TOTAL}.
 *
 * <pre>
 * source ── pace ──(number % keys)── count ── ledger
 *    1        1                         p        1
 * </pre>
 *
 * Arguments, as {@code --name value}: {@code ledger} (file to append to), {@code rate} (numbers a second), {@code keys},
 * {@code limit} (how many numbers, after which the job finishes), {@code failAt} (number at which it throws).
 */
public final class CountingJob {
  public static void main(String[] arguments) throws Exception {
    Map<String, String> given = read(arguments);
    long keys = number(given, "keys", 8);
    Book book = new Book(given.get("ledger"));
    long last = number(given, "limit", Long.MAX_VALUE / 2) - 1;
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment
        .fromSource(new NumberSequenceSource(0, last), WatermarkStrategy.noWatermarks(), "numbers")
        .setParallelism(1)
        .uid("numbers")
        .map(new Pace(number(given, "rate", 100), number(given, "failAt", -1)))
        .setParallelism(1)
        .uid("pace")
        .keyBy(new KeyOf(keys))
        .map(new Count(keys, book))
        .uid("count")
        .map(new Ledger(book))
        .setParallelism(1)
        .uid("ledger")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(1)
        .uid("end");
    environment.execute();
  }

  private static Map<String, String> read(String[] arguments) {
    if (arguments.length % 2 != 0) throw new IllegalArgumentException("arguments are --name value");
    Map<String, String> given = new HashMap<>();
    for (int index = 0; index < arguments.length; index += 2) {
      given.put(arguments[index].replaceFirst("^--", ""), arguments[index + 1]);
    }
    if (!given.containsKey("ledger")) throw new IllegalArgumentException("--ledger is missing");
    return given;
  }

  private static long number(Map<String, String> given, String name, long otherwise) {
    return given.containsKey(name) ? Long.parseLong(given.get(name)) : otherwise;
  }

  /** Which key a number counts for. */
  static final class KeyOf implements KeySelector<Long, Long> {
    private static final long serialVersionUID = 1;
    private final long keys;

    KeyOf(long keys) {
      this.keys = keys;
    }

    @Override
    public Long getKey(Long number) {
      return number % keys;
    }
  }

  /** Lets numbers pass at a rate. It is chained to the source, so that nothing waits in front of a checkpoint's barrier. */
  static final class Pace extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1;
    private final long rate;
    private final long failAt;

    Pace(long rate, long failAt) {
      this.rate = rate;
      this.failAt = failAt;
    }

    @Override
    public Long map(Long number) throws InterruptedException {
      if (number == failAt) throw new IllegalStateException("told to fail at " + number);
      Thread.sleep(1000 / rate);
      return number;
    }
  }

  /** The file of the ledger. */
  static final class Book implements Serializable {
    private static final long serialVersionUID = 1;
    private final String file;

    Book(String file) {
      this.file = file;
    }

    void write(RuntimeContext context, String what, long checkpoint, long total) throws IOException {
      String job = context.getJobInfo().getJobId().toHexString();
      byte[] line = String.format("%s %s %d %d%n", what, job, checkpoint, total).getBytes(StandardCharsets.UTF_8);
      Files.write(Path.of(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  /** Holds how often each key was seen, and by that knows which number must come next. */
  static final class Count extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1;
    private final long keys;
    private final Book book;
    private transient ValueState<Long> seen;

    Count(long keys, Book book) {
      this.keys = keys;
      this.book = book;
    }

    @Override
    public void open(OpenContext context) {
      seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Long.class));
    }

    @Override
    public Long map(Long number) throws IOException {
      long before = seen.value() == null ? 0 : seen.value();
      long expected = number % keys + before * keys;
      if (number != expected) {
        book.write(getRuntimeContext(), "miscount", 0, before);
        throw new IllegalStateException(number + " came instead of " + expected);
      }
      seen.update(before + 1);
      return number;
    }
  }

  /** Counts them all, and writes down what is saved and what is restored. */
  static final class Ledger extends RichMapFunction<Long, Long> implements CheckpointedFunction {
    private static final long serialVersionUID = 1;
    private final Book book;
    private transient ListState<Long> saved;
    private transient long total;
    private transient long sum;

    Ledger(Book book) {
      this.book = book;
    }

    @Override
    public Long map(Long number) {
      total++;
      sum += number;
      return number;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
      saved = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("total", Long.class));
      for (long one : saved.get()) total += one;
      sum = sumBelow(total);
      boolean isRestored = context.getRestoredCheckpointId().isPresent();
      write(isRestored ? "restored" : "fresh", context.getRestoredCheckpointId().orElse(0));
    }

    /** A checkpoint's barrier comes behind all numbers that are in it: those below the total, each once. */
    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      boolean isWhole = sum == sumBelow(total);
      write(isWhole ? "saved" : "miscount", context.getCheckpointId());
      if (!isWhole) throw new IllegalStateException(total + " numbers with the sum " + sum);
      saved.clear();
      saved.add(total);
    }

    @Override
    public void close() throws IOException {
      write("closed", 0);
    }

    private void write(String what, long checkpoint) throws IOException {
      book.write(getRuntimeContext(), what, checkpoint, total);
    }

    private static long sumBelow(long number) {
      return number * (number - 1) / 2;
    }
  }
}
