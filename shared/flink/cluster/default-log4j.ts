/**
 * What Flink's loggers do where a spec says nothing: all of INFO to the console, for `kubectl logs`, and to the file that
 * Flink's web interface shows, in rolls.
 */
export const defaultLog4j: Readonly<Record<string, string>> = {
  monitorInterval: "30",
  "rootLogger.level": "INFO",
  "rootLogger.appenderRef.console.ref": "ConsoleAppender",
  "rootLogger.appenderRef.rolling.ref": "RollingFileAppender",
  "appender.console.name": "ConsoleAppender",
  "appender.console.type": "CONSOLE",
  "appender.console.layout.type": "PatternLayout",
  "appender.console.layout.pattern": "%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p %-60c %x - %m%n",
  "appender.rolling.name": "RollingFileAppender",
  "appender.rolling.type": "RollingFile",
  "appender.rolling.append": "true",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Log4j fills it in
  "appender.rolling.fileName": "${sys:log.file}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Log4j fills it in
  "appender.rolling.filePattern": "${sys:log.file}.%i",
  "appender.rolling.layout.type": "PatternLayout",
  "appender.rolling.layout.pattern": "%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p %-60c %x - %m%n",
  "appender.rolling.policies.type": "Policies",
  "appender.rolling.policies.size.type": "SizeBasedTriggeringPolicy",
  "appender.rolling.policies.size.size": "100MB",
  "appender.rolling.strategy.type": "DefaultRolloverStrategy",
  "appender.rolling.strategy.max": "5",
  "logger.akka.name": "akka",
  "logger.akka.level": "INFO",
  "logger.pekko.name": "org.apache.pekko",
  "logger.pekko.level": "INFO",
  "logger.kafka.name": "org.apache.kafka",
  "logger.kafka.level": "INFO",
  "logger.hadoop.name": "org.apache.hadoop",
  "logger.hadoop.level": "INFO",
  "logger.netty.name": "org.jboss.netty.channel.DefaultChannelPipeline",
  "logger.netty.level": "OFF",
};
